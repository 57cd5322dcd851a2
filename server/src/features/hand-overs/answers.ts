import { fullName } from '#domain/kernel/text.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { SignedInCall } from '#server/platform/http/route.ts'
import { queueMail } from '#server/platform/mail/queue.ts'
import { answerMail } from './mails.ts'
import type { Offer } from './offers.ts'

/** Who made the offer, unless they are blocked. */
export const findMaker = (tx: Tx, { offered_by }: Offer) =>
  tx
    .selectFrom('users')
    .select(['name', 'last_name', 'email'])
    .where('id', '=', offered_by)
    .where('is_blocked', '=', false)
    .executeTakeFirst()

/** Tells the person who made the offer what became of it. `agency`: the one that has the project now; null: it was declined. */
export const mailAnswer = async (
  { tx, person, services }: Pick<SignedInCall, 'tx' | 'person' | 'services'>,
  offer: Offer,
  agency: string | null,
): Promise<void> => {
  const maker = await findMaker(tx, offer)
  if (!maker) return
  const mail = answerMail({
    publicUrl: services.config.publicUrl,
    name: fullName(maker),
    project: offer.project_name,
    answeredBy: person.name,
    agency,
  })
  await queueMail(tx, services, { to: maker.email, ...mail })
}
