import { saveCard } from '#server/features/billing/cards/add-card.ts'
import { cardGateway } from '#server/platform/cards/configured.ts'
import { cardGatewaySettings } from '#server/platform/cards/settings.ts'
import type { Services } from '#server/platform/http/route.ts'
import { DEMO_ADDRESS } from './history.ts'

const holder = 'Ada Moreau'
/** Not the one that everybody tries: its owners share the limits of its trial. */
const number = '5555555555554444'

/** Gives the admin's agency a card, which begins its trial; only if the cards are the sandbox's. */
export const addDemoCard = async (services: Services, adminId: number, sandboxUrl: string): Promise<void> => {
  const { config, clock, log } = services
  const gateway = cardGateway(config)
  if (!gateway || cardGatewaySettings(config)?.url !== `${sandboxUrl}/cards`) return
  const now = clock.now()
  const card = { number, expiryMonth: 12, expiryYear: now.getUTCFullYear() + 3, cvc: '123', country: null }
  const outcome = await gateway.saveCard({ ...card, name: holder }, `demo-${now.getTime()}`, {
    person: adminId,
  })
  if (outcome.kind !== 'saved') return log.warn('the demo agency has no card')
  const call = {
    services,
    now,
    log,
    person: { userId: adminId },
    address: DEMO_ADDRESS,
    afterCommit: (work: () => void) => work(),
  }
  await saveCard(gateway, outcome.card, { cardName: holder }, call)
}
