import { randomBytes } from 'node:crypto'
import { type Storage, sizeKey } from './storage.ts'

/** Writes, reads and removes a small file. @returns whether the same bytes came back. @throws what the storage says */
export const tryStorage = async (storage: Storage): Promise<boolean> => {
  const key = sizeKey(randomBytes(16).toString('hex'), 'original')
  const bytes = randomBytes(64)
  await storage.put(key, { bytes }, 'application/octet-stream')
  const isKept = bytes.equals(await storage.read(key))
  await storage.remove(key)
  return isKept
}
