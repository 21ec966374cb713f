import { Body, Container, Head, Heading, Hr, Html, Link, Preview, render, Section, Text } from 'react-email';
import type { MailContent, MailItem } from './mail-content';

const ink = '#1c1917';
const muted = '#57534e';
const accent = '#0f5f66';
const body = {
  backgroundColor: '#f5f5f4',
  color: ink,
  fontFamily: "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif",
  margin: 0,
  padding: '24px 8px',
} as const;
const sheet = {
  backgroundColor: '#ffffff',
  borderRadius: '8px',
  maxWidth: '560px',
  padding: '24px',
} as const;

/** A mail as HTML: plain, readable without pictures, one column, as wide as a phone. */
function MailPage({ content }: { content: MailContent }) {
  return (
    <Html lang={content.language}>
      <Head />
      <Preview>{content.items[0]?.lead ?? content.subject}</Preview>
      <Body style={body}>
        <Container style={sheet}>
          {content.intro === null ? null : (
            <Text style={{ fontSize: '16px', margin: '0 0 8px' }}>{content.intro}</Text>
          )}
          {content.items.map((item, index) => (
            <Section key={index}>
              {index > 0 ? <Hr style={{ margin: '20px 0' }} /> : null}
              <Item item={item} />
            </Section>
          ))}
          <Hr style={{ margin: '24px 0 12px' }} />
          {content.footer.map((line) => (
            <Text
              key={line}
              style={{ color: muted, fontSize: '13px', lineHeight: '18px', margin: '0 0 6px' }}
            >
              {line}
            </Text>
          ))}
        </Container>
      </Body>
    </Html>
  );
}

function Item({ item }: { item: MailItem }) {
  return (
    <>
      <Heading as="h1" style={{ fontSize: '20px', lineHeight: '26px', margin: '0 0 8px' }}>
        {item.heading}
      </Heading>
      <Text style={{ fontSize: '15px', lineHeight: '22px', margin: '0 0 12px' }}>{item.lead}</Text>
      {item.note === null ? null : (
        <Text
          style={{
            borderLeft: '3px solid #d6d3d1',
            fontSize: '15px',
            lineHeight: '22px',
            margin: '0 0 12px',
            paddingLeft: '12px',
            whiteSpace: 'pre-line',
          }}
        >
          {item.note}
        </Text>
      )}
      {item.facts.length > 0 ? (
        <table
          cellPadding={0}
          cellSpacing={0}
          style={{ fontSize: '15px', lineHeight: '22px', margin: '0 0 16px' }}
        >
          <tbody>
            {item.facts.map(({ label, value }) => (
              <tr key={label}>
                <td style={{ color: muted, padding: '2px 16px 2px 0', verticalAlign: 'top' }}>{label}</td>
                <td style={{ padding: '2px 0', verticalAlign: 'top' }}>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      <Link
        href={item.action.url}
        style={{
          backgroundColor: accent,
          borderRadius: '6px',
          color: '#ffffff',
          display: 'inline-block',
          fontSize: '15px',
          fontWeight: 600,
          padding: '10px 18px',
          textDecoration: 'none',
        }}
      >
        {item.action.label}
      </Link>
    </>
  );
}

/** The mail as HTML; every value in it is escaped. */
export function mailHtml(content: MailContent): Promise<string> {
  return render(<MailPage content={content} />);
}

/** The same as text, for programs and people that want no HTML. */
export function mailText({ intro, items, footer }: MailContent): string {
  const parts = items.map(({ heading, lead, note, facts, action }) =>
    [
      heading,
      '',
      lead,
      ...(note === null ? [] : ['', ...note.split('\n').map((line) => `> ${line}`)]),
      ...(facts.length > 0 ? ['', ...facts.map(({ label, value }) => `${label}: ${value}`)] : []),
      '',
      `${action.label}: ${action.url}`,
    ].join('\n'),
  );
  return [...(intro === null ? [] : [intro]), ...parts, ['-- ', ...footer].join('\n')].join('\n\n');
}
