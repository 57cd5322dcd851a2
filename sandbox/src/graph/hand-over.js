// Posts the person's decision to the page that opened the dialog, and to no other.
const { answer, origin } = JSON.parse(document.getElementById('answer').textContent)
window.opener?.postMessage({ facebook: 'login', answer }, origin)
window.close()
