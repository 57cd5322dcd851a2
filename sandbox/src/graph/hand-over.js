// Hands what the person decided to the page that opened the dialog, and to nobody else.
const { answer, origin } = JSON.parse(document.getElementById('answer').textContent)
window.opener?.postMessage({ facebook: 'login', answer }, origin)
window.close()
