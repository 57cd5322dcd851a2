import type * as contract from '#domain/accounts/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import type { SignedInCall } from '#server/platform/http/route.ts'
import { removePictureAfterCommit } from '#server/platform/pictures/former-picture.ts'
import { storeSquarePicture } from '#server/platform/pictures/square-picture.ts'
import type { Person } from '#server/platform/session/scope.ts'
import { readMe } from './me.ts'

/** The picture is stored before the row: a row without a file would be worse than a file without a row. */
const replacePicture = async (call: SignedInCall, isRemoved: boolean) => {
  const { tx, services, files, person } = call
  const [file] = files
  if (!file && !isRemoved) return null
  const stored = file ? await storeSquarePicture(services.storage, file) : { key: null }
  if (isFailure(stored)) return stored
  const { avatar_key: former } = await tx
    .selectFrom('users')
    .select('avatar_key')
    .where('id', '=', person.userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  await tx.updateTable('users').set({ avatar_key: stored.key }).where('id', '=', person.userId).execute()
  removePictureAfterCommit(call, former)
  return null
}

/** Another's id is as if it were not there, before anything of a picture is written as well. */
export const isOwnProfile = async (
  { userId }: Input<typeof contract.saveProfile>['params'],
  { person }: { readonly person: Person },
) => (userId === person.userId ? null : fail('not_found'))

export const saveProfile = async (
  { params, body }: Input<typeof contract.saveProfile>,
  call: SignedInCall,
): Promise<Answer<typeof contract.saveProfile>> => {
  const { tx, person, services } = call
  const foreign = await isOwnProfile(params, call)
  if (foreign) return foreign
  const refusal = await replacePicture(call, body.remove_image !== undefined)
  if (refusal) return refusal
  const { name, last_name, phone_number, company } = body
  const changes = Object.fromEntries(
    Object.entries({ name, last_name, phone_number, company }).filter(([, value]) => value !== undefined),
  )
  if (Object.keys(changes).length > 0)
    await tx.updateTable('users').set(changes).where('id', '=', person.userId).execute()
  return readMe(tx, person, services)
}
