import { useState } from 'react'
import { editorVideoCapText } from '#domain/media/rules.ts'
import { fileProblems } from '#domain/networks/media-rules.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { measure } from '#web/features/media/components/measure.ts'
import { mostFiles } from '#web/features/media/components/media-limits.ts'
import { toast } from '#web/ui/toast.tsx'
import { type Draft, fittingType, withMedia } from './draft.ts'

type Options = {
  readonly network: SocialNetwork
  readonly draft: Draft
  readonly uploading: number
  readonly change: (change: (draft: Draft) => Draft) => void
  readonly start: (files: readonly File[]) => void
}

/** What is done with a draft's files: added within the network's limits, moved, described, removed. */
export const useMediaEditing = ({ network, draft, uploading, change, start }: Options) => {
  const [refusals, setRefusals] = useState<readonly string[]>([])
  const most = mostFiles(network)
  const room = most - draft.media.length - uploading
  const setMedia = (next: (media: Draft['media']) => Draft['media']) =>
    change(before => withMedia(network, before, next(before.media)))

  /** Judges the files before they are sent; the first reason stands beside the file's name. */
  const refusalOf = async (file: File): Promise<string | null> => {
    const found = await measure(file)
    if (found === null) return `${file.name}: neither a photo nor a video`
    const type = fittingType(network, draft.type, [found])
    const [problem] = fileProblems(network, type, found)
    if (problem?.code === 'video_over_editor_cap') toast.error(editorVideoCapText)
    return problem ? `${file.name}: ${problem.text}` : null
  }
  return {
    refusals,
    clearRefusals: () => setRefusals([]),
    blockedBy: room > 0 ? null : `Max images quantity for current post type is ${most}`,
    add: async (files: readonly File[]) => {
      const judged = await Promise.all(files.map(async file => ({ file, reason: await refusalOf(file) })))
      const fine = judged.flatMap(({ file, reason }) => (reason === null ? [file] : []))
      const tooMany = fine.length > room ? [`Max images quantity for current post type is ${most}`] : []
      setRefusals([...judged.flatMap(({ reason }) => reason ?? []), ...tooMany])
      start(fine.slice(0, Math.max(0, room)))
    },
    remove: (index: number) => setMedia(media => media.filter((_, other) => other !== index)),
    move: (from: number, to: number) =>
      setMedia(media => {
        const rest = media.filter((_, index) => index !== from)
        const moved = media[from]
        return moved ? [...rest.slice(0, to), moved, ...rest.slice(to)] : media
      }),
    describe: (index: number, altText: string) =>
      setMedia(media =>
        media.map((item, other) =>
          other === index ? { ...item, extraFields: { ...item.extraFields, alt_text: altText } } : item,
        ),
      ),
  }
}
