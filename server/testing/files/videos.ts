import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ffmpeg } from '#server/features/media/file-formats/video-frame.ts'

/** Three seconds of a test picture with a tone; Twitter takes neither its type nor its size. */
export const makeVideo = (folder: string, name = 'wide.mkv', rate = 12): Buffer => {
  const file = path.join(folder, name)
  const codecs = '-c:v libx264 -preset ultrafast -c:a aac'.split(' ')
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=1920x1200:rate=${rate}:duration=3`]
  execFileSync(ffmpeg ?? '', [
    ...picture,
    '-f',
    'lavfi',
    '-i',
    'sine=duration=3',
    ...codecs,
    '-v',
    'error',
    file,
  ])
  return readFileSync(file)
}

/** A program that works for ever, with progress. */
export const slowProgram = (folder: string): string => {
  const file = path.join(folder, 'slow.sh')
  execFileSync('/bin/sh', [
    '-c',
    `printf '#!/bin/sh\\nwhile :; do echo out_time_us=1500000; /bin/sleep 0.1; done\\n' > "$0"; chmod +x "$0"`,
    file,
  ])
  return file
}
