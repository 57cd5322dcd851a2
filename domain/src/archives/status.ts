import { lifecycle } from '#domain/kernel/lifecycle.ts'

export const archiveStatuses = ['running', 'ready', 'failed'] as const

export const archiveLifecycle = lifecycle({
  name: 'export of a project',
  table: 'project_archives',
  states: archiveStatuses,
  initial: ['running'],
  events: {
    finished: { from: ['running'], to: 'ready' },
    given_up: { from: ['running'], to: 'failed' },
  },
})
