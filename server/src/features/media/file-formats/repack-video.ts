import { open } from 'node:fs/promises'
import type { EncodedPacket, InputAudioTrack, InputVideoTrack, Output, StreamTargetChunk } from 'mediabunny'
import { isSystemError, openVideo } from './open-video.ts'

/** A picture may begin this much before or after its time, as rounded clocks do. */
const ROUNDING_SECONDS = 0.001

type Copy = {
  readonly next: () => Promise<EncodedPacket | null>
  readonly add: (packet: EncodedPacket) => Promise<void>
}

const copyPictures = async (output: Output, track: InputVideoTrack): Promise<Copy | null> => {
  const { EncodedPacketSink, EncodedVideoPacketSource } = await import('mediabunny')
  const [codec, decoderConfig] = [track.codec, await track.getDecoderConfig()]
  if (codec === null || decoderConfig === null) return null
  // Pictures that the edit list hides cannot be left out: the shown ones are made from them.
  if ((await track.getFirstTimestamp()) < -ROUNDING_SECONDS) return null
  const source = new EncodedVideoPacketSource(codec)
  const { packetCount: maximumPacketCount } = await track.computePacketStats()
  const [rotation, flip] = [await track.getRotation(), await track.getFlip()]
  output.addVideoTrack(source, { rotation, flip, maximumPacketCount })
  const packets = new EncodedPacketSink(track).packets()
  return {
    next: async () => (await packets.next()).value ?? null,
    add: packet => source.add(packet, { decoderConfig }),
  }
}

const copySound = async (output: Output, track: InputAudioTrack): Promise<Copy | null> => {
  const { EncodedPacketSink, EncodedAudioPacketSource } = await import('mediabunny')
  const [codec, decoderConfig] = [track.codec, await track.getDecoderConfig()]
  if (codec === null || decoderConfig === null) return null
  const source = new EncodedAudioPacketSource(codec)
  const { packetCount: maximumPacketCount } = await track.computePacketStats()
  output.addAudioTrack(source, { maximumPacketCount })
  const packets = new EncodedPacketSink(track).packets()
  const next = async (): Promise<EncodedPacket | null> => {
    const { value } = await packets.next()
    // What an encoder puts before the first sound, to warm up, is not to be heard.
    return value && value.timestamp + value.duration <= ROUNDING_SECONDS ? next() : (value ?? null)
  }
  return { next, add: packet => source.add(packet, { decoderConfig }) }
}

/** In the order in which they are shown, so that neither track is held in memory until the other one has ended. */
const copyAll = async (copies: readonly Copy[]): Promise<void> => {
  const waiting = await Promise.all(
    copies.map(async copy => {
      const first = await copy.next()
      // A track that begins later would get an edit list: its first packet lasts longer instead.
      return { copy, packet: first?.clone({ timestamp: 0 }) ?? null }
    }),
  )
  for (;;) {
    const [turn] = waiting
      .filter(({ packet }) => packet !== null)
      .toSorted((a, b) => (a.packet?.timestamp ?? 0) - (b.packet?.timestamp ?? 0))
    if (!turn?.packet) return
    await turn.copy.add(turn.packet)
    turn.packet = await turn.copy.next()
  }
}

/**
 * Packs the same pictures and sounds into a new MP4: the index first, and no edit list. Without ffmpeg, since most phones and programs write
 * one, and not every installation has it. (docs/product/media.md "Converted videos")
 * @returns false: these cannot be packed so
 */
export const repackVideo = async (from: string, to: string): Promise<boolean> => {
  const { Mp4OutputFormat, Output, StreamTarget } = await import('mediabunny')
  const input = await openVideo(from)
  // Opened here: the library's own target leaves its file open where nothing is packed, which ends the process when memory is collected.
  const file = await open(to, 'w')
  const writable = new WritableStream<StreamTargetChunk>({
    write: async ({ data, position }) => {
      await file.write(data, 0, data.byteLength, position)
    },
  })
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: 'reserve' }),
    target: new StreamTarget(writable, { chunked: true }),
  })
  try {
    const [pictures, sound] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
    const picturesCopy = pictures && (await copyPictures(output, pictures))
    const soundCopy = sound && (await copySound(output, sound))
    if (!picturesCopy || (sound && !soundCopy)) return false
    await output.start()
    await copyAll(soundCopy ? [picturesCopy, soundCopy] : [picturesCopy])
    await output.finalize()
    return true
  } catch (error) {
    // As when probing: only a disk that fails is our fault.
    if (isSystemError(error)) throw error
    return false
  } finally {
    if (output.state === 'started') await output.cancel()
    input.dispose()
    await file.close()
  }
}
