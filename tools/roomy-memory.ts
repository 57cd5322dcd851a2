import { accessSync, constants, statfsSync } from 'node:fs'

const enough = 2 * 1024 ** 3

/**
 * The folder of Linux that lies in memory, where it can be written to and more than 2 GB of it are free; else null. What a test
 * keeps there never waits for a disk, which in a virtual machine may answer nothing for half a minute.
 */
export function roomyMemory(folder = '/dev/shm', needed = enough): string | null {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > needed && process.availableMemory() > needed ? folder : null
  } catch {
    // Another system, or a container without it.
    return null
  }
}
