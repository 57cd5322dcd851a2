/** Chroma by its number in the standards: 0 none, 1 4:2:0, 2 4:2:2, 3 4:4:4. */
export type Sequence = { chroma?: number; bits?: number; interlaced: boolean }

const withChroma = new Set([44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244])

/** H.264's sequence parameter set, as far as a refusal needs it: as a text of bits, which is slow and easy to follow. */
export function readSequence(unit: Buffer): Sequence {
  const plain = unit.toString('hex').replaceAll(/(?<=^(?:..)*)000003/g, '0000')
  let bits = [...Buffer.from(plain, 'hex').subarray(4)]
    .map(byte => byte.toString(2).padStart(8, '0'))
    .join('')
  const take = (count: number) => {
    const taken = bits.slice(0, count)
    bits = bits.slice(count)
    return Number.parseInt(taken || '0', 2)
  }
  /** Exp-Golomb: as many zeros as bits follow the first one. */
  const number = () => take(2 * Math.max(0, bits.indexOf('1')) + 1) - 1
  const profile = unit.readUInt8(1)
  number()
  let [chroma, depth] = [1, 8]
  if (withChroma.has(profile)) {
    chroma = number()
    if (chroma === 3) take(1)
    depth = 8 + number()
    number()
    take(1)
    if (take(1) === 1) skipScaling(chroma === 3 ? 12 : 8, take, number)
  }
  number()
  const order = number()
  if (order === 0) number()
  if (order === 1) {
    take(1)
    number()
    number()
    for (let left = number(); left > 0; left--) number()
  }
  number()
  take(1)
  number()
  number()
  return { chroma, bits: depth, interlaced: take(1) === 0 }
}

function skipScaling(lists: number, take: (count: number) => number, number: () => number): void {
  for (let list = 0; list < lists; list++) {
    if (take(1) === 0) continue
    let [before, scale] = [8, 8]
    for (let left = list < 6 ? 16 : 64; left > 0; left--) {
      if (scale !== 0) {
        const value = number()
        scale = (before + (value % 2 === 1 ? (value + 1) / 2 : -value / 2) + 256) % 256
      }
      before = scale === 0 ? before : scale
    }
  }
}
