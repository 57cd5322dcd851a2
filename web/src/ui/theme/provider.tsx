import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { styleNonce } from '#web/platform/style-nonce.ts'
import { cssVariables, theme } from './theme.ts'

/** The key that public/color-scheme.js reads before the first paint. */
const colorSchemeManager = localStorageColorSchemeManager({ key: 'galley-color-scheme' })

/** Theme, tokens and colour scheme (the system's until the person switches) for everything inside. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      {children}
    </MantineProvider>
  )
}
