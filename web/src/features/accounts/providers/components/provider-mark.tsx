import type { Provider } from '#domain/accounts/providers/rules.ts'

const size = { width: 18, height: 18 } as const

/** The provider's own sign, as it asks to be shown on its button. */
export function ProviderMark({ provider }: { provider: Provider }) {
  return marks[provider]
}

const marks: Readonly<Record<Provider, React.JSX.Element>> = {
  google: (
    <svg {...size} aria-hidden="true" viewBox="0 0 48 48">
      <path
        fill="#EA4335"
        d="M24 9.5c3.5 0 6.7 1.2 9.2 3.6l6.9-6.9C35.9 2.4 30.5 0 24 0 14.6 0 6.5 5.4 2.6 13.2l8 6.2C12.5 13.7 17.7 9.5 24 9.5z"
      />
      <path
        fill="#4285F4"
        d="M47 24.6c0-1.6-.2-3.1-.4-4.6H24v9h12.9a11 11 0 0 1-4.8 7.2l7.7 6C44.4 38 47 31.8 47 24.6z"
      />
      <path fill="#FBBC05" d="M10.5 28.6a14.5 14.5 0 0 1 0-9.2l-8-6.2a24 24 0 0 0 0 21.6l8-6.2z" />
      <path
        fill="#34A853"
        d="M24 48c6.5 0 11.9-2.1 15.9-5.8l-7.7-6c-2.2 1.4-4.9 2.3-8.2 2.3-6.3 0-11.5-4.2-13.4-9.9l-8 6.2C6.5 42.6 14.6 48 24 48z"
      />
    </svg>
  ),
  apple: (
    <svg {...size} aria-hidden="true" viewBox="0 0 24 24" fill="currentColor">
      <path d="M12.2 6.9c-1 0-2.4-1.1-4-1-2 0-3.9 1.1-5 3-2.1 3.6-.5 9 1.6 12 1 1.4 2.2 3 3.8 3 1.5-.1 2.1-1 3.9-1s2.4 1 4 .9c1.6 0 2.6-1.5 3.6-2.9a13 13 0 0 0 1.7-3.4 5.3 5.3 0 0 1-.6-9.5 5.6 5.6 0 0 0-4.4-2.4c-2-.1-3.7 1.3-4.6 1.3zm3.4-3A5.5 5.5 0 0 0 16.9 0a5.6 5.6 0 0 0-3.6 1.9A5.2 5.2 0 0 0 12 5.6c1.4.1 2.8-.7 3.6-1.7z" />
    </svg>
  ),
}
