import { expect, it } from 'vitest'
import { chatAddressHint, chatAddressProblem } from './addresses.ts'

const slack = 'https://hooks.slack.com/services/T012AB/B034CD/x7KqPzW3vQm1'
const flow =
  'workflows/0f3c/triggers/manual/paths/invoke?api-version=1&sp=%2Ftriggers%2Fmanual%2Frun&sv=1.0&sig=tFs9LpXE'
const teams = `https://94.4a.environment.api.powerplatform.com:443/powerautomate/automations/direct/${flow}`

it.each([
  ['slack', slack],
  ['slack', 'https://hooks.slack-gov.com/services/T012AB/B034CD/x7KqPzW3vQm1'],
  ['teams', teams],
  ['teams', `https://prod-12.westeurope.logic.azure.com/${flow}`],
] as const)('An address that %s gives out is taken: %s', (service, address) => {
  expect(chatAddressProblem(service, address)).toBeNull()
})

it.each([
  ['slack', 'https://hooks.slack.com/triggers/T012AB/123/abc', /starts a workflow in Slack/],
  ['slack', 'https://hooks.slack.com/services/T012AB', /begins with https:\/\/hooks\.slack\.com\/services\//],
  ['slack', 'https://hooks.slack.com.example.com/services/T/B/x', /not the address of an incoming webhook/],
  ['slack', teams, /not the address of an incoming webhook/],
  ['slack', 'http://hooks.slack.com/services/T/B/x', /must begin with https/],
  ['slack', 'https://ada@hooks.slack.com/services/T/B/x', /must begin with https/],
  ['slack', 'hooks.slack.com/services/T/B/x', /Copy it whole/],
  ['teams', 'https://acme.webhook.office.com/webhookb2/1@2/IncomingWebhook/3/4', /Microsoft has ended/],
  ['teams', teams.replace(/&sig=.*/, ''), /ends with a signature/],
  ['teams', `https://logic.azure.com.example.com/${flow}`, /not the address of a workflow/],
  ['teams', `https://environment.api.powerplatform.com.example.com/${flow}`, /not the address of a workflow/],
  ['teams', 'http://169.254.169.254/latest/meta-data/', /must begin with https/],
  ['teams', 'https://127.0.0.1/workflows/1?sig=x', /not the address of a workflow/],
  ['teams', slack, /not the address of a workflow/],
] as const)(
  'Another address is refused for %s in words that say what to do: %s',
  (service, address, words) => {
    expect(chatAddressProblem(service, address)).toMatch(words)
  },
)

it('the stand-in’s addresses are taken only where there is one', () => {
  const standIn = 'http://127.0.0.1:4600/chat'
  expect(chatAddressProblem('slack', `${standIn}/slack/services/T/B/x`, standIn)).toBeNull()
  expect(chatAddressProblem('teams', `${standIn}/slack/services/T/B/x`, standIn)).not.toBeNull()
  expect(chatAddressProblem('slack', `${standIn}/slack/services/T/B/x`)).not.toBeNull()
})

it('what is shown of an address names its host and four signs of its end', () => {
  expect(chatAddressHint(slack)).toBe('hooks.slack.com/…vQm1')
  expect(chatAddressHint(teams)).toBe('94.4a.environment.api.powerplatform.com/…LpXE')
})
