import { createHash, randomBytes } from 'node:crypto'

/** Ids in each network's own form. They increase with time and never repeat. */
export type Ids = ReturnType<typeof createIds>

const twitterEpoch = 1_288_834_974_657n

export function createIds(now: () => number) {
  let last = 0n
  /** Milliseconds with 8 spare bits to tell ids of the same millisecond apart. Never decreases, even if the clock does. */
  const tick = () => {
    const next = BigInt(now()) << 8n
    last = next > last ? next : last + 1n
    return last
  }
  const snowflake = (epoch: bigint) => {
    const value = tick()
    return ((((value >> 8n) - epoch) << 22n) | ((value & 0xffn) << 8n)).toString()
  }
  return {
    facebook: () => `122${tick()}`,
    instagramContainer: () => `17${tick()}`,
    instagramMedia: () => `18${tick()}`,
    linkedin: () => snowflake(0n),
    linkedinVideo: () => `C5505AQ${randomBytes(9).toString('base64url').replaceAll(/[-_]/g, 'x')}`,
    linkedinImage: () => `C4E10AQ${randomBytes(9).toString('base64url').replaceAll(/[-_]/g, 'x')}`,
    twitter: () => snowflake(twitterEpoch),
    file: () => randomBytes(12).toString('hex'),
    trace: () => `A${randomBytes(16).toString('base64url').replaceAll(/[-_]/g, 'z')}`,
  }
}

/** Instagram's short name of a post, as in its address. */
export function shortcodeOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url').slice(0, 11)
}
