import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  addImportPictures,
  getImport,
  mapImport,
  type PostImport,
  startImport,
  undoImport,
  uploadArchive,
  uploadImport,
} from '#domain/imports/contract.ts'
import type { TableEncoding } from '#domain/imports/encodings.ts'
import { type CallInput, call } from '#web/platform/client.ts'
import { queryKeys } from '#web/platform/query.ts'

const keyOf = (projectId: number, importId: number) => ['imports', projectId, importId] as const

/** How often the progress is polled while the import runs. */
const PROGRESS_MS = 1000

/** An import with its rows; while it runs it is read again and again. */
export const useGetImport = (projectId: number, importId: number) =>
  useQuery({
    queryKey: keyOf(projectId, importId),
    queryFn: ({ signal }) => call(getImport, { params: { projectId, importId }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? PROGRESS_MS : false),
  })

const useKeep = (projectId: number) => {
  const client = useQueryClient()
  return (found: PostImport) => client.setQueryData(keyOf(projectId, found.id), found)
}

type Upload = {
  readonly file: File
  readonly encoding?: TableEncoding
  readonly sheet?: string
  readonly hidden_rows?: 'left_out' | 'imported'
}

/** Uploads a table; without an encoding and a sheet they are recognized. Its refusal is shown beside the button. */
export const useUploadImport = (projectId: number) =>
  useMutation({
    meta: { ownErrors: true },
    mutationFn: ({ file, ...body }: Upload) =>
      call(uploadImport, { params: { projectId }, body, files: { table: [file] } }),
    onSuccess: useKeep(projectId),
  })

/** Uploads an export of a project. Its refusal is shown beside the button. */
export const useUploadArchive = (projectId: number) =>
  useMutation({
    meta: { ownErrors: true },
    mutationFn: (archive: File) =>
      call(uploadArchive, { params: { projectId }, body: {}, files: { archive: [archive] } }),
    onSuccess: useKeep(projectId),
  })

/** Uploads a zip file of pictures. Its refusal is shown beside the button. */
export const useAddImportPictures = (projectId: number, importId: number) =>
  useMutation({
    meta: { ownErrors: true },
    mutationFn: (zip: File) =>
      call(addImportPictures, { params: { projectId, importId }, body: {}, files: { pictures: [zip] } }),
    onSuccess: useKeep(projectId),
  })

/** How a table is read; what is left out stays as it is. */
export type TableChoice = Partial<
  Pick<PostImport, 'mapping' | 'date_order' | 'header_line' | 'networks' | 'profiles' | 'campaigns' | 'year'>
>

export const useMapImport = (projectId: number, importId: number) =>
  useMutation({
    mutationFn: (choice: TableChoice) => call(mapImport, { params: { projectId, importId }, body: choice }),
    onSuccess: useKeep(projectId),
  })

export const useStartImport = (projectId: number, importId: number) =>
  useMutation({
    mutationFn: (body: CallInput<typeof startImport>['body']) =>
      call(startImport, { params: { projectId, importId }, body }),
    onSuccess: useKeep(projectId),
  })

export const useUndoImport = (projectId: number, importId: number) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(undoImport, { params: { projectId, importId }, body: {} }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: queryKeys.calendar(projectId) })
      return client.invalidateQueries({ queryKey: keyOf(projectId, importId) })
    },
  })
}
