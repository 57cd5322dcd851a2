import { lifecycle } from '#domain/kernel/lifecycle.ts'

export const importStatuses = ['checked', 'running', 'done', 'undone'] as const

export const importLifecycle = lifecycle({
  name: 'import',
  table: 'imports',
  states: importStatuses,
  initial: ['checked'],
  events: {
    started: { from: ['checked'], to: 'running' },
    finished: { from: ['running'], to: 'done' },
    undone: { from: ['done'], to: 'undone' },
  },
})
