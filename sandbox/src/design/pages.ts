import { type Html, html } from '../pages/html.ts'
import { initialsOf, page, time } from '../pages/layout.ts'
import type { Design } from '../platform/model.ts'
import { type DesignFault, designFaults } from './faults.ts'
import { designers } from './people.ts'
import { templates } from './picture.ts'

const hiddenFields = (fields: Readonly<Record<string, string>>): Html[] =>
  Object.entries(fields).map(([key, value]) => html`<input type="hidden" name="${key}" value="${value}">`)

/** Who gives access to their designs. */
export function consentToDesigns(hidden: Readonly<Record<string, string>>): string {
  const body = html`<section class="grant"><div class="parties" aria-hidden="true"><span class="party app">G</span>
<span class="link"></span><span class="party canva">C</span></div>
<h1>Connect Galley to Canva</h1>
<p class="lead"><strong>Galley</strong> asks for access to your designs.</p>
<h2>Galley will be able to</h2>
<ul class="permissions"><li>Create designs for you</li><li>See your designs and their pictures</li></ul>
<form method="post" action="/canva/api/oauth/authorize" class="consent">${hiddenFields(hidden)}
<h2>Choose an account</h2>
<ul class="identities">${designers.map(
    ({ id, name, about }) =>
      html`<li><button class="identity" name="person" value="${id}"><span class="initials" aria-hidden="true">${initialsOf(name)}</span><span><span class="name">Continue as ${name}</span>
<span class="meta">${about}</span></span></button></li>`,
  )}</ul>
<button class="quiet" name="decision" value="deny">Cancel</button></form>
<p class="small">This is a local stand-in: it asks for no password, and Galley never sees one.</p>
</section>`
  return page({ title: 'Connect Galley to Canva', bodyClass: 'asks', body })
}

export function refusedPage(text: string): string {
  const body = html`<section class="grant"><h1>Canva can’t continue</h1><p class="lead">${text}</p></section>`
  return page({ title: 'Canva can’t continue', bodyClass: 'asks', body })
}

/** The editor: a template, two texts and two colours. `state`: what the app gets back; without it nobody can return. */
export function editorPage(design: Design, state: string): string {
  const { id, title, width, height, text, small_text: small } = design
  const address = `/canva/design/${id}/edit${state && `?correlation_state=${encodeURIComponent(state)}`}`
  const body = html`<section class="design-editor"><div class="canvas"><img alt="The design as it is saved"
 src="/canva/design/${id}/picture?at=${design.updated_at}" width="${width}" height="${height}"></div>
<form method="post" action="${address}" class="design-form"><h1>${title}</h1>
<p class="meta">${width} × ${height} px</p>
<fieldset><legend>Template</legend><div class="templates">${Object.entries(templates).map(
    ([name, label]) =>
      html`<label><input type="radio" name="template" value="${name}"${
        design.template === name && html` checked`
      }><span>${label}</span></label>`,
  )}</div></fieldset>
<label>Text<input name="text" value="${text}" maxlength="120"></label>
<label>Small text<input name="small_text" value="${small}" maxlength="120"></label>
<div class="colours"><label>Background<input type="color" name="background" value="${design.background}"></label>
<label>Text colour<input type="color" name="colour" value="${design.colour}"></label></div>
<div class="design-buttons"><button class="quiet" name="next" value="stay">Save</button>${
    state && html`<button class="button" name="next" value="return">Return to Galley</button>`
  }</div></form></section>`
  return page({ title, bodyClass: 'designing', body })
}

const designRow = ({ id, title, width, height, updated_at }: Design): Html =>
  html`<li class="card-row"><a class="name" href="/canva/design/${id}/edit">${title}</a>
<span class="meta">${width} × ${height} px · ${time(updated_at)}</span></li>`

/** What was designed, and the faults that can be switched on. */
export function designsPage(designs: readonly Design[], active: readonly DesignFault[]): string {
  const body = html`<section class="intro"><h1>Design tool</h1>
<p>A local stand-in for Canva. In Galley’s editor choose <strong>Design</strong> beside the photos of a post.</p></section>
<section class="brand"><h2>Designs</h2>${
    designs.length === 0
      ? html`<p class="bio">There are no designs yet.</p>`
      : html`<ul class="card-list">${designs.map(designRow)}</ul>`
  }</section>
<section class="brand"><h2>Faults</h2>
<p class="bio">${
    active.length === 0 ? 'Everything works normally.' : `Waiting for their call: ${active.join(', ')}.`
  } Each applies once.</p>
<form method="post" action="/canva/faults" class="fault-form"><div class="wide kinds"><fieldset><legend>The next call</legend>${Object.entries(
    designFaults,
  ).map(
    ([name, meaning]) =>
      html`<label class="kind"><input type="radio" name="fault" value="${name}" required><span>${meaning}<code>${name}</code></span></label>`,
  )}</fieldset></div><button class="button">Add fault</button></form>
<form method="post" action="/canva/faults"><button class="quiet">Remove all</button></form></section>`
  return page({ title: 'Designs', body })
}
