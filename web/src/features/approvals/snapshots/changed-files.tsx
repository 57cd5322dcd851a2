import { Text } from '@mantine/core'
import { IconFile, IconPhotoOff } from '@tabler/icons-react'
import type { ContentChanges } from '#domain/approvals/snapshot-contract.ts'
import { phrase } from '#domain/kernel/languages/words.ts'
import { type FileChange, fileChanges } from '#domain/posts/file-changes.ts'
import { say } from '#web/platform/words.ts'
import classes from './snapshots.module.css'

type File = NonNullable<ContentChanges['media']>['before'][number]
type Props = { readonly before: readonly File[]; readonly after: readonly File[] }

const words: Readonly<Record<FileChange, string>> = {
  same: phrase('Unchanged'),
  moved: phrase('Moved'),
  added: phrase('Added'),
  removed: phrase('Removed'),
}

/** The files after a change in their order, with what happened to each, then the removed ones. */
export function ChangedFiles({ before, after }: Props) {
  const keys = (files: readonly File[]) => files.map(({ key }) => key)
  return (
    <div>
      <Text size="xs" c="dimmed">
        {say('Media')}
      </Text>
      <ul className={classes.files} aria-label={say('Media')}>
        {fileChanges(keys(before), keys(after)).map(({ key, change }, index) => {
          const [old, present] = [find(before, key), find(after, key)]
          const file = present ?? old
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same file may stand twice, and two contents never move.
            <li key={index} className={classes.file} data-change={change}>
              {file && <Picture file={file} />}
              <span className={classes.change}>{say(words[change])}</span>
              {old && present && old.alt_text !== present.alt_text && (
                <Text size="xs">
                  {present.alt_text
                    ? say('Alternative text: {text}', { text: present.alt_text })
                    : say('Alternative text: removed')}
                </Text>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

const find = (files: readonly File[], key: string): File | undefined => files.find(file => file.key === key)

function Picture({ file: { preview, alt_text, name, object_type } }: { readonly file: File }) {
  const label = alt_text || name
  if (preview !== null) return <img src={preview} alt={label} className={classes.picture} />
  const Icon = object_type === 'image' ? IconPhotoOff : IconFile
  return (
    <span className={classes.picture} role="img" aria-label={label}>
      <Icon size={22} aria-hidden />
    </span>
  )
}
