import { Alert, Button } from 'antd'
import { go } from '../../state/go.ts'

/** Above a list of both sides, where no centre in reach tells its own: where the books are compared instead. */
export const unavailableIn = (title: string, path: string) =>
  function Unavailable({ result }: { result?: { available: boolean } }) {
    if (result?.available !== false) return null
    return (
      <Alert
        type="info"
        showIcon
        title="本统筹区的医保中心不返回对账金额"
        description={`只有返回总额和明细的中心（1320、1321）才能两边并列；这里请用「${title}」核对。中心已开通的，在「医保配置」中设置。`}
        action={
          <Button type="primary" onClick={() => go(path)}>
            打开{title}
          </Button>
        }
      />
    )
  }
