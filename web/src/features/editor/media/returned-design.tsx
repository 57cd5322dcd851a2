import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { importDesign } from '#web/features/designs/api.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import type { PostUploads } from './use-post-uploads.ts'

/** The same after a reload, so that the draft does not wait for the picture twice. */
const NAME = 'Picture from the design tool'

type Props = {
  /** The design that came back. */
  readonly design: number
  /** The version that it was made for. */
  readonly target: number
  readonly uploads: PostUploads
}

/** Imports a design that came back, like an upload: everything that waits for uploads waits for it. Shows nothing itself. */
export function ReturnedDesign({ design, target, uploads }: Props) {
  const projectId = useProjectId()
  const navigate = useNavigate()
  const hasBegun = useRef(false)
  const isUnderWay = uploads.uploads.some(({ file }) => file.name === NAME)
  const begin = useEffectEvent(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    uploads.fetch(target, NAME, signal => importDesign(projectId, design, signal))
  })
  // Until it is attached or given up, the address names it: a reload goes on with it.
  const forget = useEffectEvent(() => {
    void navigate({ to: '.', search: before => ({ ...before, design: undefined }), replace: true })
  })
  useEffect(() => begin(), [])
  const wasUnderWay = useRef(false)
  useEffect(() => {
    if (wasUnderWay.current && !isUnderWay) forget()
    wasUnderWay.current = isUnderWay
  }, [isUnderWay])
  return null
}
