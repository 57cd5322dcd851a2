import { randomId } from '@mantine/hooks'
import { useState } from 'react'
import { toMediaFile } from '#domain/media/files.ts'
import type { Media, ObjectData } from '#domain/media/model.ts'
import { videoTarget } from '#domain/media/video-conversion.ts'
import { fittingType } from '#domain/networks/fitting-type.ts'
import { editorVideoCapText, isOverEditorVideoCap } from '#domain/networks/media-limits.ts'
import { fileProblems } from '#domain/networks/media-rules.ts'
import type { MediaFile, MediaKind, PostType, SocialNetwork } from '#domain/networks/model.ts'
import { measureFile } from '#web/features/media/measure-file.ts'
import { kindsTaken, mostFiles } from '#web/features/media/media-limits.ts'
import type { UploadSlot } from '#web/features/media/use-uploads.ts'
import { toast } from '#web/ui/toast.tsx'
import { type Draft, type DraftParts, withMedia } from '../draft/draft.ts'
import { type DraftMedia, newMedia } from '../draft/draft-media.ts'

type Options = {
  readonly network: SocialNetwork
  readonly draft: DraftParts
  readonly uploading: number
  readonly change: (change: (draft: Draft) => Draft) => void
  readonly start: (files: readonly File[], slot?: UploadSlot) => void
}

const isFile = ({ description }: DraftMedia) => description === 'media'

const kindsOf = ({ media }: Pick<Draft, 'media'>): MediaKind[] =>
  media
    .filter(isFile)
    .flatMap(({ data }) => (data && data.options.type !== 'link' ? [data.options.type] : []))

/** The list with one item moved. */
export const moved = <T>(list: readonly T[], from: number, to: number): readonly T[] => {
  const item = list[from]
  if (item === undefined || to < 0 || to >= list.length) return list
  const rest = list.filter((_, index) => index !== from)
  return [...rest.slice(0, to), item, ...rest.slice(to)]
}

/** The file in a newer list: somebody else may have moved it, or removed it. */
export const sameFileIn = (
  files: readonly DraftMedia[],
  file: Pick<DraftMedia, 'key' | 'objectId'>,
): DraftMedia | undefined =>
  files.find(({ key }) => key === file.key) ?? files.find(({ objectId }) => objectId === file.objectId)

/** Edits a draft's files: adds them within the network's limits, moves, describes and removes them. Positions count files only. */
export const useMediaEditing = ({ network, draft, uploading, change, start }: Options) => {
  const [refusals, setRefusals] = useState<readonly string[]>([])
  const most = mostFiles(network, draft.type, kindsOf(draft))
  const room = most - draft.media.filter(isFile).length - uploading
  const tooMany = `Max images quantity for current post type is ${most}`
  const setFiles = (next: (files: readonly DraftMedia[]) => readonly DraftMedia[]) =>
    change(before =>
      withMedia(network, before, [
        ...next(before.media.filter(isFile)),
        ...before.media.filter(item => !isFile(item)),
      ]),
    )

  /** Whether a video is made to fit once it is here. What the browser cannot measure, the server judges. */
  const willConvert = (type: PostType, file: MediaFile): boolean =>
    file.kind === 'video' &&
    (videoTarget(network, type, file) !== null ||
      (file.width === null &&
        kindsTaken(network, type).includes('video') &&
        !isOverEditorVideoCap(file.bytes)))

  /** Checks the files before they are sent; the first reason appears next to the file's name. */
  const refusalOf = async (file: File): Promise<string | null> => {
    const found = await measureFile(file)
    if (found === null) return `${file.name}: neither a photo nor a video`
    const type = fittingType(network, draft.type, [found])
    const [problem] = fileProblems(network, type, found)
    if (willConvert(type, found)) return null
    if (problem?.code === 'video_over_editor_cap') toast.error(editorVideoCapText())
    return problem ? `${file.name}: ${problem.text}` : null
  }
  return {
    refusals,
    clearRefusals: () => setRefusals([]),
    most,
    blockedBy: room > 0 ? null : tooMany,
    add: async (files: readonly File[]) => {
      const checked = await Promise.all(files.map(async file => ({ file, reason: await refusalOf(file) })))
      const fine = checked.flatMap(({ file, reason }) => (reason === null ? [file] : []))
      setRefusals([
        ...checked.flatMap(({ reason }) => reason ?? []),
        ...(fine.length > room ? [tooMany] : []),
      ])
      start(fine.slice(0, Math.max(0, room)))
    },
    room: Math.max(0, room),
    /** Why a stored file cannot be part of this version; null if it can. */
    storedRefusal: (data: ObjectData): string | null => {
      const file = toMediaFile(data)
      if (file === null) return 'Neither a photo nor a video'
      const type = fittingType(network, draft.type, [file])
      const [problem] = fileProblems(network, type, file)
      return willConvert(type, file) ? null : (problem?.text ?? null)
    },
    /** Attaches stored files, the same ones that other posts may have. */
    attach: (medias: readonly Pick<Media, 'id' | 'object_data'>[]) =>
      setFiles(files => [
        ...files,
        ...medias.map(({ id, object_data: data }) => newMedia(`library-${id}-${randomId()}`, id, data)),
      ]),
    remove: (index: number) => setFiles(files => files.filter((_, other) => other !== index)),
    /** The files, as positions count them. */
    files: draft.media.filter(isFile),
    /** Another file in the place of one, wherever that is by now, as a crop of it; what belongs to it stays. */
    replace: (file: DraftMedia, { id, object_data: data }: Media) =>
      setFiles(files => {
        const replaced = sameFileIn(files, file)
        return files.map(item => (item === replaced ? { ...item, objectId: id, data } : item))
      }),
    /** Sends a file for the place of another. Says why it cannot; null if it is on its way. */
    swap: async ({ key, objectId }: DraftMedia, file: File): Promise<string | null> => {
      const reason = await refusalOf(file)
      if (reason === null) start([file], { place: 'replacement', key, objectId })
      return reason
    },
    move: (from: number, to: number) => setFiles(files => moved(files, from, to)),
    /** Changes what belongs to a file; its key stays. */
    describe: (index: number, part: Partial<Pick<DraftMedia, 'extraFields' | 'thumbnail'>>) =>
      setFiles(files =>
        files.map((item, other) =>
          other === index
            ? { ...item, ...part, extraFields: { ...item.extraFields, ...part.extraFields } }
            : item,
        ),
      ),
  }
}
