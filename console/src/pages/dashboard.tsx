export default () => <p>首页</p>
