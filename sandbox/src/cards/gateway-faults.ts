/** Failures of the gateway that can be switched on, besides those of the test numbers. */
export const gatewayFaults = {
  down: 'Every call answers 500 and changes nothing',
  lost: 'The next card, subscription or payment is stored, then the connection is cut',
  error_after: 'The next card, subscription or payment is stored, then the answer is 500',
  slow: 'The next call is answered after 20 seconds',
} as const
export type GatewayFault = keyof typeof gatewayFaults

export const isGatewayFault = (name: unknown): name is GatewayFault =>
  typeof name === 'string' && Object.hasOwn(gatewayFaults, name)

/** The active fault, if any. Lost when the process ends. */
export function createGatewayFaults() {
  let active: GatewayFault | null = null
  return {
    set: (name: GatewayFault | null) => {
      active = name
    },
    active: () => active,
    /** Returns the active fault if it is one of these, and switches it off. `down` stays until a person switches it off. */
    take(...names: GatewayFault[]): GatewayFault | null {
      const found = active !== null && names.includes(active) ? active : null
      if (found !== null && found !== 'down') active = null
      return found
    },
  }
}

export type GatewayFaults = ReturnType<typeof createGatewayFaults>
