import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { SharedReportScreen } from './features/reports/shared-report-screen.tsx'
import { ThemeProvider } from './ui/theme/provider.tsx'
import './ui/theme/global.css'

const root = document.getElementById('root')
if (root === null) throw new Error('report.html has no #root')
createRoot(root).render(
  <StrictMode>
    <ThemeProvider>
      <SharedReportScreen />
    </ThemeProvider>
  </StrictMode>,
)
