import { lazy, StrictMode, Suspense, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { readToken } from './platform/token.ts'
import { ThemeProvider } from './ui/provider.tsx'
import './ui/global.css'

const loadApp = () => import('./app.tsx')
const App = lazy(() => loadApp().then(module => ({ default: module.App })))
const LoginPage = lazy(() => import('./routes/login.tsx').then(module => ({ default: module.LoginPage })))

/**
 * The login screen stands before the app, without its router, cache and schemas: who opens the address for the first time
 * loads little, and the rest comes while they type.
 */
function Galley() {
  const [isLogin, setLogin] = useState(window.location.pathname === '/' && readToken() === null)
  return (
    <Suspense fallback={null}>
      {isLogin ? <LoginPage onReady={() => void loadApp()} onSignedIn={() => setLogin(false)} /> : <App />}
    </Suspense>
  )
}

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <ThemeProvider>
      <Galley />
    </ThemeProvider>
  </StrictMode>,
)
