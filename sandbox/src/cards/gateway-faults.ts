/** What can be made to go wrong between the gateway and its callers, besides what the test numbers do. */
export const gatewayFaults = {
  down: 'Every call answers 500, nothing is done',
  lost: 'The next card is kept, then the connection is cut',
  error_after: 'The next card is kept, then the answer is 500',
  slow: 'The next call is answered after 20 seconds',
} as const
export type GatewayFault = keyof typeof gatewayFaults

export const isGatewayFault = (name: unknown): name is GatewayFault =>
  typeof name === 'string' && Object.hasOwn(gatewayFaults, name)

/** The trouble that is ordered, if any. Forgotten with the process. */
export function createGatewayFaults() {
  let ordered: GatewayFault | null = null
  return {
    order: (name: GatewayFault | null) => {
      ordered = name
    },
    ordered: () => ordered,
    /** Uses it up, but for `down`, which stays until it is taken back. */
    take(...struck: GatewayFault[]): GatewayFault | null {
      const found = ordered !== null && struck.includes(ordered) ? ordered : null
      if (found !== null && found !== 'down') ordered = null
      return found
    },
  }
}

export type GatewayFaults = ReturnType<typeof createGatewayFaults>
