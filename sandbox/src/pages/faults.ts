import { listAccounts } from '../platform/demo-accounts.ts'
import { type Fault, type FaultName, type FaultTarget, faultKinds, networks } from '../platform/model.ts'
import type { Sandbox } from '../platform/sandbox.ts'
import { type Html, html } from './html.ts'
import { networkNames, page } from './layout.ts'

/** The fault panel's name for each kind of call, in the order of a post's life. */
const targetNames: Record<FaultTarget, string> = {
  login: 'Connecting an account',
  prepare: 'Uploading photos and videos',
  processing: 'Processing what was uploaded',
  publish: 'Publishing (the call that cannot be undone)',
  publication: 'Making a taken video public',
  read_back: 'Reading posts back',
  permalink: 'Reading a post’s permalink',
  comment: 'The first comment',
  insights: 'Reading insights',
  figures: 'Answering figures (each call counts)',
}

/** The fault panel. Tests use `POST /sandbox/faults` instead. */
export function faultsPage(sandbox: Sandbox): string {
  const faults = sandbox.faults.list()
  const list = html`<ul class="faults">${faults.map(fault => faultRow(sandbox, fault))}</ul>
<form method="post" action="/faults/clear"><button class="quiet">Remove all</button></form>`
  const body = html`<section class="intro"><h1>Faults</h1>
<p>Make a network fail on purpose and see how Galley reacts. A fault affects the next call of its kind.</p></section>
<section class="brand"><h2>Active faults</h2>${
    faults.length === 0 ? html`<p class="bio">None. All networks work normally.</p>` : list
  }</section>
<section class="brand"><h2>Add a fault</h2>${orderForm(sandbox)}</section>`
  return page({ title: 'Faults', body })
}

function orderForm(sandbox: Sandbox): Html {
  return html`<form method="post" action="/faults" class="fault-form">
<label class="wide">Where<select name="where">${accountOptions(sandbox)}</select></label>
<div class="wide kinds">${Object.entries(targetNames).map(([target, words]) => faultChoices(target, words))}</div>
<label>How many times<input name="times" type="number" min="1" value="1" aria-describedby="times-help"></label>
<label>Delay in ms (for slow responses)<input name="delay_ms" type="number" min="0" max="600000" placeholder="30000"></label>
<label>Retry-After in seconds (for limits)<input name="retry_after" type="number" min="0" placeholder="not sent"></label>
<p id="times-help" class="help">Leave “How many times” empty to keep the fault until it is removed.</p>
<button class="button">Add fault</button></form>`
}

/** Every network as a whole, and each of its accounts. */
function accountOptions(sandbox: Sandbox): Html[] {
  const accounts = Map.groupBy(listAccounts(sandbox.store), ({ network }) => network)
  return networks.map(network => {
    const label = networkNames[network]
    const own = accounts.get(network) ?? []
    return html`<optgroup label="${label}"><option value="${network}">${label}: every account</option>${own.map(
      ({ id, name }) => html`<option value="${network}/${id}">${label}: ${name}</option>`,
    )}</optgroup>`
  })
}

function faultChoices(target: string, words: string): Html {
  const kinds = Object.entries(faultKinds).filter(([, kind]) => kind.target === target)
  return html`<fieldset><legend>${words}</legend>${kinds.map(
    ([name, { description }]) =>
      html`<label class="kind"><input type="radio" name="fault" value="${name}" required${
        name === 'error_before' && html` checked`
      }><span>${description}<code>${name}</code></span></label>`,
  )}</fieldset>`
}

const descriptionOf = (name: FaultName): string => faultKinds[name].description

function faultRow(sandbox: Sandbox, fault: Fault): Html {
  const account = fault.account && sandbox.store.get('account', fault.account)
  const left = fault.remaining === null ? 'until removed' : `${fault.remaining} of ${fault.times} left`
  const used = fault.hits === 1 ? 'used once' : `used ${fault.hits} times`
  const where = `${networkNames[fault.network]}, ${account ? account.name : 'every account'}`
  return html`<li class="faults-row${fault.remaining === 0 && ' spent'}"><div><span class="name">${descriptionOf(fault.fault)}</span>
<span class="meta">${where} · ${left} · ${used} · <code>${fault.fault}</code></span></div>
<form method="post" action="/faults/remove"><input type="hidden" name="id" value="${fault.id}">
<button class="quiet" aria-label="Remove ${fault.fault} on ${networkNames[fault.network]}">Remove</button></form></li>`
}
