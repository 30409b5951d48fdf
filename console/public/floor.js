// Below Chromium 88 nothing of the console runs: say what to install instead of a white page. Plain ES5, no module.
;(() => {
  var ok = 'noModule' in HTMLScriptElement.prototype && window.CSS && CSS.supports('selector(:is(a))')
  if (ok) return
  document.getElementById('root').innerHTML =
    '<div style="max-width:32em;margin:15vh auto;padding:0 1em;font:16px/1.8 sans-serif">' +
    '<h1 style="font-size:20px">浏览器版本过低，医保云无法打开</h1>' +
    '<p>请安装 Microsoft Edge、Google Chrome 或 360 安全浏览器的新版本（内核 89 或更高）后重新打开本页。</p>' +
    '<p>在 ERP 客户端内看到本页时，请联系管理员升级客户端的浏览器内核。</p></div>'
})()
