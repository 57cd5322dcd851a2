import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/notifications/push-contract.ts'
import type { SignedInPoolCall } from '#server/platform/http/route.ts'
import { listDevices } from './devices.ts'
import { publicKeyOf } from './vapid.ts'

export const listPushDevices = async (
  _input: Input<typeof contract.listPushDevices>,
  { db, person, now, services }: SignedInPoolCall,
): Promise<Answer<typeof contract.listPushDevices>> => ({
  public_key: publicKeyOf(services.config),
  devices: await listDevices(db, person, now),
})
