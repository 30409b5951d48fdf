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

  // A part of the console could not be read: the line was cut, or its server was just going away. Who sees nothing because
  // of it reads so, and it begins anew as soon as its document is there again; what is shown says itself what it lacks.
  var root = document.getElementById('root')
  var said
  var seen = function () {
    return root.firstElementChild && root.firstElementChild.tagName !== 'NOSCRIPT'
  }
  var again = function () {
    setTimeout(function () {
      // Another part was meant, and what is needed has come.
      if (!root.hidden && seen()) {
        said.remove()
        said = undefined
      } else
        fetch(document.baseURI, { cache: 'no-store' }).then(function (answer) {
          if (answer.ok) location.reload()
          else again()
        }, again)
    }, 3000)
  }
  var unread = function (event) {
    if (said || (event.type !== 'unread' && seen())) return
    // Only the console itself says `unread`: what it shows leads nowhere any more.
    root.hidden = event.type === 'unread'
    said = document.createElement('div')
    said.setAttribute('role', 'alert')
    said.style.cssText = 'max-width:32em;margin:15vh auto;padding:0 1em;font:16px/1.8 sans-serif'
    said.innerHTML =
      '<h1 style="font-size:20px">云服务断开，医保云还没有读取完整</h1>' +
      '<p>恢复后本页会自动打开，不用刷新。超过 5 分钟仍是这样，请检查网络，或联系管理员。</p>'
    document.body.appendChild(said)
    again()
  }
  addEventListener('vite:preloadError', unread)
  addEventListener('unread', unread)
  addEventListener(
    'error',
    function (event) {
      // Another's, such as a virus scanner puts into pages, is nothing that we wait for.
      if (event.target.tagName === 'SCRIPT' && event.target.src.indexOf(location.origin) === 0) unread(event)
    },
    true,
  )

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
