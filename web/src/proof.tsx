import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ProofScreen } from './features/proofs/proof-screen.tsx'
import { ThemeProvider } from './ui/theme/provider.tsx'
import './ui/theme/global.css'

const root = document.getElementById('root')
if (root === null) throw new Error('proof.html has no #root')
createRoot(root).render(
  <StrictMode>
    <ThemeProvider>
      {import.meta.env.DEV ? (
        <QueryClientProvider client={new QueryClient()}>
          <ProofScreen />
        </QueryClientProvider>
      ) : (
        <ProofScreen />
      )}
    </ThemeProvider>
  </StrictMode>,
)
