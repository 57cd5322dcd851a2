// The stand-in for the gateway's browser script: fields in frames of the gateway's own, and cards made of them. Plain script, loaded from any origin.
{
  const base = new URL('.', document.currentScript.src)
  const titles = {
    cardNumber: 'Secure card number input frame',
    cardExpiry: 'Secure expiration date input frame',
    cardCvc: 'Secure CVC input frame',
  }

  const makeFrame = (type, group) => {
    const frame = document.createElement('iframe')
    const requested = new URLSearchParams({ type, group, parent: location.origin })
    frame.src = new URL(`fields?${requested}`, base).href
    frame.title = titles[type]
    frame.setAttribute('frameborder', '0')
    frame.setAttribute('scrolling', 'no')
    frame.style.cssText = 'display: block; width: 100%; height: 24px; border: 0'
    return frame
  }

  const createField = (group, type, options = {}) => {
    if (!titles[type]) throw new Error(`There is no element ${type}.`)
    const frame = makeFrame(type, group)
    const listeners = {}
    const waiting = new Map()
    let last = options
    const tell = message => frame.contentWindow?.postMessage(message, base.origin)
    const hear = ({ source, origin, data }) => {
      if (source !== frame.contentWindow || origin !== base.origin) return
      if (data.answers !== undefined) return waiting.get(data.answers)?.(data.outcome)
      if (data.event === 'ready') tell({ options: last })
      for (const listener of listeners[data.event] ?? []) listener(data.detail)
    }
    addEventListener('message', hear)
    const ask = question =>
      new Promise(resolve => {
        const id = crypto.randomUUID()
        waiting.set(id, resolve)
        tell({ ...question, id })
      })
    return {
      ask,
      mount: node => (typeof node === 'string' ? document.querySelector(node) : node).append(frame),
      on: (event, listener) => {
        listeners[event] = [...(listeners[event] ?? []), listener]
      },
      focus: () => {
        frame.focus()
        tell({ focus: true })
      },
      update: more => {
        last = { ...last, ...more }
        tell({ options: last })
      },
      destroy: () => {
        removeEventListener('message', hear)
        frame.remove()
      },
    }
  }

  window.Stripe = key => {
    if (!/^pk_/.test(key ?? '')) throw new Error('Please call Stripe() with your publishable key.')
    const group = crypto.randomUUID()
    return {
      elements: () => ({ create: (type, options) => createField(group, type, options) }),
      createPaymentMethod: ({ card, billing_details = {} }) => card.ask({ create: { key, billing_details } }),
    }
  }
}
