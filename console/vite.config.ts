import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { BUILD_META } from '@yibao/shared/console-build.ts'
import { initialsOf } from '@yibao/shared/initials.ts'
import { menuRows } from '@yibao/shared/menu.ts'
import { searchedLists } from '@yibao/shared/record-search.ts'
import { defineConfig } from 'vite'
import { chineseNames } from './build/chinese-names.ts'
import { classNames } from './build/class-names.ts'
import { lateAntd } from './build/late-antd.ts'
import { oneAdapter } from './build/one-adapter.ts'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }
/** Unix ms; SOURCE_DATE_EPOCH (seconds) makes two builds of one commit equal. */
const buildTime = process.env.SOURCE_DATE_EPOCH ? Number(process.env.SOURCE_DATE_EPOCH) * 1000 : Date.now()

/** Pinyin initials of every page's title, computed here: a pinyin library would cost the browser 139 KiB. */
const initials = Object.fromEntries(menuRows.map(({ name, title }) => [name, initialsOf(title).toLowerCase()]))

export default defineConfig({
  // One build for every address: whoever serves index.html writes <base href> (DESIGN 4).
  base: './',
  plugins: [
    react(),
    chineseNames(),
    oneAdapter(),
    lateAntd(join(import.meta.dirname, 'src', 'kit', 'late')),
    {
      name: 'build-number',
      apply: 'build',
      transformIndexHtml: () => [
        { tag: 'meta', attrs: { name: BUILD_META, content: String(buildTime) }, injectTo: 'head-prepend' },
      ],
    },
  ],
  resolve: {
    // Its package names the build with the warnings for who develops with it, whatever is built.
    alias: [
      {
        find: /^react-router$/,
        replacement: join(import.meta.dirname, '../node_modules/react-router/dist/production/index.mjs'),
      },
    ],
  },
  define: {
    __VERSION__: JSON.stringify(version),
    __BUILD_TIME__: String(buildTime),
    __INITIALS__: JSON.stringify(initials),
    __RECORDS__: JSON.stringify(searchedLists()),
  },
  css: { modules: { generateScopedName: classNames() } },
  build: {
    target: 'chrome89',
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      treeshake: {
        moduleSideEffects: [
          // antd's parts do nothing when they are only imported, but their packages do not say so: a table would bring
          // the whole form, tree and picker with it.
          { test: /node_modules\/@(rc-component|ant-design)\//, sideEffects: false },
          // A page pays for the parts of the kit it uses.
          { test: /console\/src\/kit\/.*\.tsx?$/, sideEffects: false },
        ],
      },
      output: {
        codeSplitting: {
          // Order is precedence. React alone, because the login page loads nothing else of these.
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            // What the login page and the shell share: without this rolldown mixes it with axios, and login loads both.
            {
              name: 'base',
              test: /node_modules\/zustand\/|console\/src\/(state\/(storage|session|place|password|theme|version|reload|use-countdown)|api\/config|login\/(post|login|sign-in|clear))\.|shared\/src\/(envelope|console-build|calls\/paths)\./,
            },
            { name: 'echarts', test: /node_modules\/(echarts|zrender)\// },
            { name: 'jsencrypt', test: /node_modules\/jsencrypt\// },
            // A group takes along whatever its modules import, used or not. What a list imports by way of a package's index
            // and does not use is kept out of it by a group of its own.
            {
              name: 'late',
              test: /@rc-component\/(virtual-list|table\/es\/VirtualTable|input\/es\/(TextArea|ResizableTextArea|calculateNodeHeight))/,
              includeDependenciesRecursively: false,
              entriesAware: true,
            },
            // With all they need: what is always there, what every page with antd needs, what every list needs. Without
            // these a first list would fetch fifty small files.
            {
              name: 'app',
              // The contracts are what prints and the counter ask with: in small files of their own they cost each list more.
              test: /console\/src\/(shell\/app|pages\/dashboard)\.tsx$|shared\/src\/calls\/(audit-counter|buy-log|catalogue|slip)\.ts$/,
            },
            {
              name: 'antd-core',
              test: /console\/src\/kit\/(antd-frame|dialogs|dict|value|late\/(late|antd|dialogs)|print\/frame)\.tsx?$|antd\/es\/(alert|button|space|tooltip)\/index\.js$/,
            },
            { name: 'kit', test: /console\/src\/kit\/list\/define-list\.tsx$/ },
          ],
        },
      },
    },
  },
})
