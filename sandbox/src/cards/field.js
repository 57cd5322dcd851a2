// One of the gateway's fields, in a frame of its own: the page around it learns whether it is complete, and nothing of what is typed.
{
  const requested = new URLSearchParams(location.search)
  const [type, group, parentOrigin] = [requested.get('type'), requested.get('group'), requested.get('parent')]
  const input = document.querySelector('input')
  const channel = new BroadcastChannel(`fields ${group}`)
  const digits = () => input.value.replace(/\D/g, '')
  const tell = message => parent.postMessage(message, parentOrigin)

  const passesLuhn = number => {
    const sum = [...number].reverse().reduce((total, digit, index) => {
      const twice = Number(digit) * 2
      return total + (index % 2 === 0 ? Number(digit) : twice > 9 ? twice - 9 : twice)
    }, 0)
    return number.length >= 12 && sum % 10 === 0
  }
  const isPast = ([month, year]) => {
    const now = new Date()
    return year * 12 + month < now.getFullYear() * 12 + now.getMonth() + 1
  }
  const monthAndYear = () => [Number(digits().slice(0, 2)), 2000 + Number(digits().slice(2, 4))]
  const kinds = {
    cardNumber: {
      show: () =>
        digits()
          .slice(0, 19)
          .replace(/(.{4})(?=.)/g, '$1 '),
      isComplete: () => passesLuhn(digits()),
      problem: () =>
        digits().length < 12 ? 'Your card number is incomplete.' : 'Your card number is invalid.',
    },
    cardExpiry: {
      show: () =>
        digits()
          .slice(0, 4)
          .replace(/^(..)(.)/, '$1 / $2'),
      isComplete: () => /^(0[1-9]|1[0-2])\d\d$/.test(digits()) && !isPast(monthAndYear()),
      problem: () =>
        digits().length === 4 && isPast(monthAndYear())
          ? "Your card's expiration date is in the past."
          : "Your card's expiration date is incomplete.",
    },
    cardCvc: {
      show: () => digits().slice(0, 4),
      isComplete: () => /^\d{3,4}$/.test(digits()),
      problem: () => "Your card's security code is incomplete.",
    },
  }
  const kind = kinds[type]

  const change = isLeft => {
    const [empty, complete] = [input.value === '', kind.isComplete()]
    const isWrong = isLeft && !empty && !complete
    const error = isWrong ? { type: 'validation_error', message: kind.problem() } : undefined
    tell({ event: 'change', detail: { elementType: type, empty, complete, error } })
  }
  input.addEventListener('input', () => {
    const shown = kind.show()
    // At the end only: in the middle, the caret would jump.
    if (input.selectionStart === input.value.length) input.value = shown
    change(false)
  })
  input.addEventListener('focus', () => tell({ event: 'focus' }))
  input.addEventListener('blur', () => {
    change(true)
    tell({ event: 'blur' })
  })

  // Each frame tells the others of its group what it holds when the number's frame asks; all of them are the gateway's.
  const received = new Map()
  channel.onmessage = ({ data }) => {
    if (data.ask) channel.postMessage({ type, value: digits() })
    else received.set(data.type, data.value)
  }
  const collect = async () => {
    received.clear()
    channel.postMessage({ ask: true })
    for (let waits = 0; waits < 50 && received.size < 2; waits++)
      await new Promise(resolve => setTimeout(resolve, 20))
    return { expiry: received.get('cardExpiry') ?? '', cvc: received.get('cardCvc') ?? '' }
  }
  const create = async ({ key, billing_details: { name = '', address = {} } }) => {
    const { expiry, cvc } = await collect()
    const form = new URLSearchParams({
      type: 'card',
      'card[number]': digits(),
      'card[exp_month]': expiry.slice(0, 2),
      'card[exp_year]': `20${expiry.slice(2)}`,
      'card[cvc]': cvc,
      'billing_details[name]': name,
      ...(address.country ? { 'billing_details[address][country]': address.country } : {}),
    })
    const headers = { authorization: `Bearer ${key}`, 'stripe-version': '2025-01-27.acacia' }
    try {
      const reply = await fetch('/cards/v1/payment_methods', { method: 'POST', headers, body: form })
      const body = await reply.json()
      return reply.ok ? { paymentMethod: body } : { error: body.error }
    } catch {
      return { error: { type: 'api_connection_error', message: 'We could not reach the payment service.' } }
    }
  }

  addEventListener('message', async ({ origin, source, data }) => {
    if (origin !== parentOrigin || source !== parent) return
    if (data.focus) input.focus()
    if (data.options?.placeholder) input.placeholder = data.options.placeholder
    const style = data.options?.style?.base
    if (style?.color) input.style.color = style.color
    if (style?.fontSize) input.style.fontSize = style.fontSize
    if (data.create) tell({ answers: data.id, outcome: await create(data.create) })
  })
  tell({ event: 'ready' })
}
