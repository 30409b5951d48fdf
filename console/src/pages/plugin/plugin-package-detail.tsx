import { plugin } from '@yibao/shared/calls/plugin.ts'
import { pluginPackageDetail } from '@yibao/shared/entities/plugin.ts'
import { Alert, Button, Empty } from 'antd'
import { useCall } from '../../api/index.ts'
import { Actions, Events, Fields, Group, ReadFault, useDialogs } from '../../kit/index.ts'
import { packageActions } from '../../plugins/package-actions.ts'
import { go } from '../../state/go.ts'
import { useTab } from '../../state/tab.tsx'
import { Files, Services, State, Versions } from './plugin-package-detail/parts.tsx'
import styles from './plugin-package-detail/plugin-detail.module.css'

const list = '/plugin/plugin-package'

/** 插件包详情: one version of a plugin, what it does rule by rule, its other versions and what happened to it. */
export default function PluginPackageDetail() {
  const { id } = useTab().query
  const [dialogs, holder] = useDialogs()
  const { data, error, refetch } = useCall(plugin.packageGet, id ? { id } : null, {
    refetchInterval: 15_000,
    keepPrevious: true,
  })
  if (!id || error?.statusCode === 404)
    return (
      <Empty description={id ? '没有找到这个插件包，可能已被删除' : '请从插件包选择一个'}>
        <Button type="primary" onClick={() => go(list)}>
          打开插件包
        </Button>
      </Empty>
    )
  return (
    <div className={styles.page}>
      <ReadFault error={error} again={refetch} waits={!data} />
      {data && (
        <>
          <header className={styles.head}>
            <h2>
              {data.name} {data.version}
            </h2>
            <State value={data.state} />
            <Actions
              actions={packageActions}
              target={data}
              tools={{
                dialogs,
                refetch,
                again: async () => (await refetch()).data,
              }}
            />
          </header>
          {data.problem && (
            <Alert type="error" showIcon title="安装没有成功" description={`${data.problem}。请换用改正后的新版本。`} />
          )}
          <Group title="基本信息">
            <Fields
              shape={pluginPackageDetail.shape}
              values={{ ...data, areas: data.areas || '没有绑定' }}
              fields={[
                'code',
                'areas',
                'minServer',
                'size',
                'uploadedBy',
                'uploadedAt',
                'installedAt',
                'signers',
                'sha256',
                'changes',
              ]}
            />
          </Group>
          <Services rows={data.serviceList} />
          <Versions rows={data.versions} current={data.id} />
          <Files rows={data.fileList} />
          <section>
            <Events title="运行日志" events={data.events} empty="还没有记录" />
          </section>
        </>
      )}
      {holder}
    </div>
  )
}
