interface Wanted {
  path: string
  size: number
}

interface Chosen {
  name: string
  size: number
  webkitRelativePath: string
}

/**
 * Which chosen file each missing one is: by the end of its path and its size, the shortest path first, because a folder
 * may hold several systems beside each other. The server compares the bytes.
 */
export const matchFiles = <W extends Wanted, F extends Chosen>(missing: readonly W[], files: readonly F[]) => {
  const pathOf = (file: F) => `/${file.webkitRelativePath || file.name}`
  const sorted = [...files].sort((a, b) => pathOf(a).length - pathOf(b).length)
  const rest = new Set(sorted)
  const found: { wanted: W; file: F }[] = []
  const absent: string[] = []
  for (const wanted of missing) {
    const file = [...rest].find((one) => pathOf(one).endsWith(`/${wanted.path}`) && one.size === wanted.size)
    if (!file) absent.push(wanted.path)
    else {
      found.push({ wanted, file })
      rest.delete(file)
    }
  }
  return { found, absent }
}
