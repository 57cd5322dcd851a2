import { accessSync, constants, statfsSync } from 'node:fs'

const enough = 2 * 1024 ** 3

/**
 * Linux's in-memory folder, where it is writable and has more than 2 GB free; otherwise null. Tests that keep their data there never
 * wait for a disk, which in a virtual machine can stall for half a minute.
 */
export function findTmpfs(folder = '/dev/shm', needed = enough): string | null {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > needed && process.availableMemory() > needed ? folder : null
  } catch (error) {
    // Another system, or a container without it.
    if ('syscall' in (error as Error)) return null
    throw error
  }
}
