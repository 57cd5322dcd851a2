import type { Container } from '../platform/model.ts'

const lifeMs = 24 * 3_600_000

export type ContainerStatus = 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'ERROR' | 'EXPIRED'

/** The status of a container at this time. */
export function statusOf(container: Container, now: number): ContainerStatus {
  if (container.published_as) return 'PUBLISHED'
  if (now - container.created_at > lifeMs) return 'EXPIRED'
  if (now < container.ready_at) return 'IN_PROGRESS'
  return container.failure === undefined ? 'FINISHED' : 'ERROR'
}

const statusTexts: Record<Exclude<ContainerStatus, 'ERROR'>, string> = {
  IN_PROGRESS: 'In Progress: Media is still being processed.',
  FINISHED: 'Finished: Media has been uploaded and it is ready to be published.',
  PUBLISHED: 'Published: Media has been successfully published.',
  EXPIRED: 'Expired: The media container was not published within 24 hours and has expired.',
}

export function containerNode(container: Container, now: number) {
  const code = statusOf(container, now)
  const status = code === 'ERROR' ? container.failure : statusTexts[code]
  return { id: container.id, status_code: code, status }
}
