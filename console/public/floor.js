// Before anything of the console: a browser that is too old for it says what to install instead of showing a white page,
// and one that is old enough is given what it lacks. ES5 and no module: whoever cannot read it sees the white page.
;(function () {
  // Below Chromium 88 nothing of the console runs.
  if (!('noModule' in HTMLScriptElement.prototype && window.CSS && CSS.supports('selector(:is(a))'))) {
    document.getElementById('root').innerHTML =
      '<div style="max-width:32em;margin:15vh auto;padding:0 1em;font:16px/1.8 sans-serif">' +
      '<h1 style="font-size:20px">浏览器版本过低，医保云无法打开</h1>' +
      '<p>请安装 Microsoft Edge、Google Chrome 或 360 安全浏览器的新版本（内核 89 或更高）后重新打开本页。</p>' +
      '<p>在 ERP 客户端内看到本页时，请联系管理员升级客户端的浏览器内核。</p></div>'
    return
  }

  // The build writes the language down to Chromium 89 and leaves alone what is called in it. Windows 7 and 8 end with 109.
  var give = function (on, name, made) {
    if (!(name in on)) Object.defineProperty(on, name, { value: made, writable: true, configurable: true })
  }
  var at = function (i) {
    return this[i < 0 ? this.length + i : i]
  }
  give(Array.prototype, 'at', at)
  give(String.prototype, 'at', at)
  give(Object, 'hasOwn', function (one, key) {
    return Object.prototype.hasOwnProperty.call(one, key)
  })
  give(Array.prototype, 'toReversed', function () {
    return this.slice().reverse()
  })
  give(Array.prototype, 'toSorted', function (by) {
    return this.slice().sort(by)
  })
  give(AbortSignal.prototype, 'throwIfAborted', function () {
    if (this.aborted) throw this.reason || new DOMException('', 'AbortError')
  })
  give(Element.prototype, 'checkVisibility', function () {
    return this.getClientRects().length > 0 && getComputedStyle(this).visibility === 'visible'
  })
})()
