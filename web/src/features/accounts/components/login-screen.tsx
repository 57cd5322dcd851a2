type Props = { readonly onReady: () => void; readonly onSignedIn: () => void }

export function LoginScreen({ onReady, onSignedIn }: Props) {
  return (
    <button type="button" onFocus={onReady} onClick={onSignedIn}>
      Login
    </button>
  )
}
