import type { SocialNetwork } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import type { PreviewAccount } from '#domain/social-accounts/shown-account.ts'
import classes from './mock-ups.module.css'
import { PostPreview } from './post-preview.tsx'
import type { PreviewContent } from './preview-content.ts'

export type MockedVersion = {
  readonly content: PreviewContent
  readonly account: PreviewAccount
  readonly date: string
}

type Props = {
  readonly versions: readonly MockedVersion[]
  readonly current: SocialNetwork
  readonly onNetwork: (network: SocialNetwork) => void
}

/** The whole post at a glance: each version small, on a phone of its own, with a button that goes to it. */
export function MockUps({ versions, current, onNetwork }: Props) {
  return (
    <ul className={classes.phones} aria-label="Mock-ups">
      {versions.map(({ content, account, date }) => (
        <li key={content.network} className={classes.item}>
          <div className={classes.screen} inert>
            <div className={classes.shrunk}>
              <PostPreview content={content} account={account} date={date} view="desktop" />
            </div>
          </div>
          <button
            type="button"
            className={classes.choose}
            aria-current={content.network === current}
            onClick={() => onNetwork(content.network)}
          >
            {networkNames[content.network]}
          </button>
        </li>
      ))}
    </ul>
  )
}
