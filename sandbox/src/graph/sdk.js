// The stand-in for Facebook's browser SDK: init, login, getLoginStatus, getAuthResponse, logout. Plain script, loaded from any origin.
;(() => {
  const base = new URL('.', document.currentScript.src)
  const nobody = () => ({ status: 'unknown', authResponse: null })
  let settings
  let status = nobody()

  const init = ({ appId, version }) => {
    if (!/^v\d+\.\d+$/.test(version ?? '')) throw new Error('init not called with valid version')
    if (!appId) throw new Error('init not called with an appId')
    settings = { appId: String(appId), version }
  }

  const dialogOf = ({ scope = '', config_id, return_scopes, auth_type }) => {
    const dialog = new URL(`${settings.version}/dialog/oauth`, base)
    const requested = {
      client_id: settings.appId,
      display: 'popup',
      response_type: 'token',
      scope,
      origin: location.origin,
      ...(config_id && { config_id }),
      ...(return_scopes && { return_scopes: 'true' }),
      ...(auth_type && { auth_type }),
    }
    dialog.search = new URLSearchParams(requested).toString()
    return dialog.href
  }

  const login = (callback = () => undefined, options = {}) => {
    if (!settings) return console.error('FB.login() called before FB.init().')
    const popup = window.open(dialogOf(options), '_blank', 'popup,width=600,height=720')
    const finish = answer => {
      clearInterval(watch)
      removeEventListener('message', listen)
      status = answer
      callback(answer)
    }
    const listen = ({ origin, data }) => {
      if (origin === base.origin && data?.facebook === 'login') finish(data.answer)
    }
    // The popup was closed without an answer or never opened: the person did not log in.
    const watch = setInterval(() => (!popup || popup.closed) && finish(nobody()), 300)
    addEventListener('message', listen)
  }

  const logout = (callback = () => undefined) => {
    status = nobody()
    callback(status)
  }

  window.FB = {
    init,
    login,
    logout,
    getLoginStatus: callback => callback(status),
    getAuthResponse: () => status.authResponse,
  }
  if (typeof window.fbAsyncInit === 'function' && !window.fbAsyncInit.hasRun) {
    window.fbAsyncInit.hasRun = true
    window.fbAsyncInit()
  }
})()
