import type { ComponentType, ReactNode } from 'react'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { FacebookFrame } from './frames/facebook-frame.tsx'
import type { FrameProps, PreviewView } from './frames/frame-model.ts'
import { InstagramFrame } from './frames/instagram-frame.tsx'
import { LinkedinFrame } from './frames/linkedin-frame.tsx'
import { TwitterFrame } from './frames/twitter-frame.tsx'
import classes from './post-frame.module.css'

export type { PreviewView } from './frames/frame-model.ts'

const frames: Readonly<Record<SocialNetwork, ComponentType<FrameProps>>> = {
  facebook: FacebookFrame,
  instagram: InstagramFrame,
  linkedin: LinkedinFrame,
  twitter: TwitterFrame,
}

type Props = FrameProps & { readonly network: SocialNetwork }

/**
 * What a network puts around a post: account, buttons, spacing. `message`, `media` and `comment` are either shown or edited, so
 * that the editor looks like the network too.
 */
export function PostFrame({ network, ...frame }: Props) {
  const Frame = frames[network]
  return (
    <Device view={frame.view}>
      <article className={classes.post} data-network={network} data-view={frame.view}>
        <Frame {...frame} />
      </article>
    </Device>
  )
}

function Device({ view, children }: { view: PreviewView; children: ReactNode }) {
  if (view === 'desktop') return children
  return (
    <div className={classes.phone}>
      <div className={classes.speaker} aria-hidden />
      {children}
    </div>
  )
}
