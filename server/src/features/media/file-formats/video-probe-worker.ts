import { parentPort } from 'node:worker_threads'
import { isSystemError, openVideo } from './open-video.ts'
import type { VideoFacts } from './probe.ts'
import { readStream } from './video-stream.ts'

const readVideo = async (path: string): Promise<VideoFacts | null> => {
  const input = await openVideo(path)
  try {
    const type = await input.getMimeType()
    const [track, sound] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
    if (!track) return sound ? 'sound_only' : 'no_frames'
    const stream = await readStream(path, track, sound)
    if (stream === null) return 'no_frames'
    return {
      objectType: 'video',
      contentType: type.split(';')[0] ?? 'video/mp4',
      width: track.displayWidth,
      height: track.displayHeight,
      seconds: await input.computeDuration(),
      orientation: 1,
      stream,
    }
  } catch (error) {
    // A parser of files from strangers may fail in any way; only a file that the system cannot read is our fault.
    if (isSystemError(error)) throw error
    return null
  } finally {
    input.dispose()
  }
}

parentPort?.on('message', async (path: string) => parentPort?.postMessage(await readVideo(path)))
