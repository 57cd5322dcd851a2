/** Failures of the gateway that can be switched on, besides those of the test numbers. */
export const gatewayFaults = {
  down: 'Every call answers 500 and changes nothing',
  lost: 'The next card is stored, then the connection is cut',
  error_after: 'The next card is stored, then the answer is 500',
  slow: 'The next call is answered after 20 seconds',
} as const
export type GatewayFault = keyof typeof gatewayFaults

export const isGatewayFault = (name: unknown): name is GatewayFault =>
  typeof name === 'string' && Object.hasOwn(gatewayFaults, name)

/** The active fault, if any. Lost when the process ends. */
export function createGatewayFaults() {
  let ordered: GatewayFault | null = null
  return {
    order: (name: GatewayFault | null) => {
      ordered = name
    },
    ordered: () => ordered,
    /** Uses it up, except `down`, which stays until it is switched off. */
    take(...struck: GatewayFault[]): GatewayFault | null {
      const found = ordered !== null && struck.includes(ordered) ? ordered : null
      if (found !== null && found !== 'down') ordered = null
      return found
    },
  }
}

export type GatewayFaults = ReturnType<typeof createGatewayFaults>
