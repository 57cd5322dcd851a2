/** Failures of the design tool that can be switched on; each applies once. */
export const designFaults = {
  late: 'The next export takes 15 seconds',
  never: 'The next export never ends',
  failed: 'The next export fails: it needs a licence',
  damaged: 'The picture of the next export is not a picture',
  huge: 'The picture of the next export is larger than Galley takes',
  another: 'The next return names another design',
  another_export: 'The next answer about an export is about another one',
  malformed: 'The next answer is unreadable',
  expired: 'The next call is told that the access has expired',
  revoked: 'The next call is told that the access was revoked, and it cannot be renewed',
  limited: 'The next call is told that there were too many',
  down: 'The next call is answered with 500',
} as const
export type DesignFault = keyof typeof designFaults

export const isDesignFault = (name: unknown): name is DesignFault =>
  typeof name === 'string' && Object.hasOwn(designFaults, name)

/** The active faults, oldest first. Lost when the process ends. */
export function createDesignFaults() {
  let active: DesignFault[] = []
  return {
    add: (name: DesignFault) => {
      active.push(name)
    },
    clear: () => {
      active = []
    },
    list: (): readonly DesignFault[] => active,
    /** Returns the oldest of these that is active, and ends it. */
    take(...names: DesignFault[]): DesignFault | null {
      const index = active.findIndex(name => names.includes(name))
      return index < 0 ? null : (active.splice(index, 1)[0] ?? null)
    },
  }
}

export type DesignFaults = ReturnType<typeof createDesignFaults>
