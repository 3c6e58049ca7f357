"""Dates, times and what lies between them.

A date that was made of a year, a month and a day keeps these, so that nothing is divided before
somebody asks; one that was computed has the number of its day since the year 1 (`_days`), and a
`datetime` that of its microsecond (`_us`). A `timedelta` is a number of microseconds. What the
clock or a text gives is an input (`_known` is false): it is compared and added to by its number,
while its year or its hour is any that there may be. Of time zones there is UTC alone.
"""


class datetime_date:
    def __init__(self, year, month, day):
        _check_date(year, month, day)
        self._year = year
        self._month = month
        self._day = day
        self._days = None
        self._known = True

    def _calendar(self):
        if self._year is not None:
            return (self._year, self._month, self._day)
        if not self._known:
            number = self._ordinal()
            return (_some(1, 9999, number), _some(1, 12, number), _some(1, 31, number))
        return _calendar_of(self._ordinal())

    def _ordinal(self):
        return self._days if self._year is None else _ordinal(self._year, self._month, self._day)

    def _place(self):
        # A number that grows with the date, without a division.
        return (self._year * 12 + self._month) * 31 + self._day

    @property
    def year(self):
        return self._calendar()[0]

    @property
    def month(self):
        return self._calendar()[1]

    @property
    def day(self):
        return self._calendar()[2]

    def toordinal(self):
        return self._ordinal()

    def weekday(self):
        return (self._ordinal() + 6) % 7

    def isoweekday(self):
        return (self._ordinal() + 6) % 7 + 1

    def replace(self, year=None, month=None, day=None):
        if not self._known:
            return _unknown_date()
        own = self._calendar()
        year = own[0] if year is None else year
        month = own[1] if month is None else month
        return datetime_date(year, month, own[2] if day is None else day)

    def isoformat(self):
        if not self._known:
            return _hw_input("computed str")
        year, month, day = self._calendar()
        shown = str(year)
        return "0" * (4 - len(shown)) + shown + "-" + _two(month) + "-" + _two(day)

    def strftime(self, format):
        if not isinstance(format, str):
            raise TypeError
        return _written_by(self, format)

    def __format__(self, spec):
        return str(self) if spec == "" else self.strftime(spec)

    def __str__(self):
        return self.isoformat()

    def __repr__(self):
        return _hw_input("computed str")

    def __hash__(self):
        return hash(self)

    def __add__(self, other):
        if not isinstance(other, datetime_timedelta):
            return NotImplemented
        return _date(self._ordinal() + other.days, self._known)

    def __radd__(self, other):
        return self.__add__(other)

    def __sub__(self, other):
        if isinstance(other, datetime_timedelta):
            return _date(self._ordinal() - other.days, self._known)
        if isinstance(other, datetime_date) and not isinstance(other, datetime_datetime):
            return _between_inputs((self._ordinal() - other._ordinal()) * 86400000000)
        return NotImplemented

    def __eq__(self, other):
        if not isinstance(other, datetime_date):
            return NotImplemented
        if isinstance(other, datetime_datetime):
            return False
        if self._year is not None and other._year is not None:
            return self._place() == other._place()
        return self._ordinal() == other._ordinal()

    def _behind(self, other):
        if isinstance(other, datetime_datetime):
            raise TypeError
        if self._year is not None and other._year is not None:
            return self._place() - other._place()
        return self._ordinal() - other._ordinal()

    def __lt__(self, other):
        if not isinstance(other, datetime_date):
            return NotImplemented
        return self._behind(other) < 0

    def __le__(self, other):
        if not isinstance(other, datetime_date):
            return NotImplemented
        return self._behind(other) <= 0

    def __gt__(self, other):
        if not isinstance(other, datetime_date):
            return NotImplemented
        return self._behind(other) > 0

    def __ge__(self, other):
        if not isinstance(other, datetime_date):
            return NotImplemented
        return self._behind(other) >= 0


def _date(days, known):
    if known and not 1 <= days <= 3652059:
        raise OverflowError
    made = datetime_date(1, 1, 1)
    made._year = None
    made._days = days
    made._known = known
    return made


def _unknown_date():
    return _date(_hw_input("computed int"), False)


def _some(low, high, number):
    # A part of the date with that number, which no replay has where nobody knows the number.
    return _hw_between(low, high) + 0 * number


class datetime_time:
    def __init__(self, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        self._us = _checked_time(hour, minute, second, microsecond)
        self._known = True
        self.tzinfo = _check_zone(tzinfo)

    @property
    def hour(self):
        return self._us // 3600000000 if self._known else _some(0, 23, self._us)

    @property
    def minute(self):
        return self._us // 60000000 % 60 if self._known else _some(0, 59, self._us)

    @property
    def second(self):
        return self._us // 1000000 % 60 if self._known else _some(0, 59, self._us)

    @property
    def microsecond(self):
        return self._us % 1000000 if self._known else _some(0, 999999, self._us)

    def isoformat(self, timespec="auto"):
        if not self._known or timespec != "auto":
            return _hw_input("computed str")
        shown = _two(self.hour) + ":" + _two(self.minute) + ":" + _two(self.second)
        if self.microsecond:
            shown = shown + "." + _padded(self.microsecond, 6)
        return shown if self.tzinfo is None else shown + "+00:00"

    def strftime(self, format):
        if not isinstance(format, str):
            raise TypeError
        return _hw_input("computed str")

    def __format__(self, spec):
        return str(self) if spec == "" else self.strftime(spec)

    def __str__(self):
        return self.isoformat()

    def __repr__(self):
        return _hw_input("computed str")

    def __hash__(self):
        return hash(self)

    def __eq__(self, other):
        if not isinstance(other, datetime_time):
            return NotImplemented
        if (self.tzinfo is None) != (other.tzinfo is None):
            return False
        return self._us == other._us

    def __lt__(self, other):
        if not isinstance(other, datetime_time):
            return NotImplemented
        if (self.tzinfo is None) != (other.tzinfo is None):
            raise TypeError
        return self._us < other._us

    def __le__(self, other):
        if not isinstance(other, datetime_time):
            return NotImplemented
        if (self.tzinfo is None) != (other.tzinfo is None):
            raise TypeError
        return self._us <= other._us

    def __gt__(self, other):
        if not isinstance(other, datetime_time):
            return NotImplemented
        if (self.tzinfo is None) != (other.tzinfo is None):
            raise TypeError
        return self._us > other._us

    def __ge__(self, other):
        if not isinstance(other, datetime_time):
            return NotImplemented
        if (self.tzinfo is None) != (other.tzinfo is None):
            raise TypeError
        return self._us >= other._us


def _padded(number, width):
    shown = str(number)
    return "0" * (width - len(shown)) + shown


def _written_by(date, format):
    # What is not written here differs between systems, or is rare.
    if not date._known or not _hw_known(format) or date.year < 1000:
        return _hw_input("computed str")
    is_time = isinstance(date, datetime_datetime)
    hour, minute, second = (date.hour, date.minute, date.second) if is_time else (0, 0, 0)
    found, is_code = "", False
    for letter in format:
        if not is_code:
            if letter == "%":
                is_code = True
            else:
                found = found + letter
            continue
        is_code = False
        if letter == "Y":
            found = found + str(date.year)
        elif letter == "m":
            found = found + _two(date.month)
        elif letter == "d":
            found = found + _two(date.day)
        elif letter == "H":
            found = found + _two(hour)
        elif letter == "M":
            found = found + _two(minute)
        elif letter == "S":
            found = found + _two(second)
        elif letter == "f":
            found = found + _padded(date.microsecond if is_time else 0, 6)
        elif letter == "y":
            found = found + _two(date.year % 100)
        elif letter == "j":
            found = found + _padded(date._ordinal() - _ordinal(date.year, 1, 1) + 1, 3)
        elif letter == "I":
            found = found + _two((hour + 11) % 12 + 1)
        elif letter == "w":
            found = found + str(date.isoweekday() % 7)
        elif letter == "u":
            found = found + str(date.isoweekday())
        elif letter == "%":
            found = found + "%"
        else:
            return _hw_input("computed str")
    return _hw_input("computed str") if is_code else found


def _time(us, known, zone):
    made = datetime_time(tzinfo=zone)
    made._us = us
    made._known = known
    return made


class datetime_datetime(datetime_date):
    def __init__(
        self, year, month, day, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0
    ):
        _check_date(year, month, day)
        self._year = year
        self._month = month
        self._day = day
        self._days = None
        self._us = _checked_time(hour, minute, second, microsecond)
        self._known = True
        self.tzinfo = _check_zone(tzinfo)

    def _ordinal(self):
        if self._year is None:
            return self._us // 86400000000
        return _ordinal(self._year, self._month, self._day)

    def _whole(self):
        return self._us if self._year is None else self._ordinal() * 86400000000 + self._us

    def _in_day(self):
        return self._us % 86400000000 if self._year is None else self._us

    @property
    def hour(self):
        return self._in_day() // 3600000000 if self._known else _some(0, 23, self._us)

    @property
    def minute(self):
        return self._in_day() // 60000000 % 60 if self._known else _some(0, 59, self._us)

    @property
    def second(self):
        return self._in_day() // 1000000 % 60 if self._known else _some(0, 59, self._us)

    @property
    def microsecond(self):
        return self._in_day() % 1000000 if self._known else _some(0, 999999, self._us)

    def date(self):
        if self._year is None:
            return _date(self._ordinal(), self._known)
        return datetime_date(self._year, self._month, self._day)

    def time(self):
        return _time(self._in_day(), self._known, None)

    def timetz(self):
        return _time(self._in_day(), self._known, self.tzinfo)

    def timestamp(self):
        if self.tzinfo is None or not self._known:
            return _hw_input("computed float")
        return (self._whole() - 62135683200000000) / 1000000

    def utcoffset(self):
        return None if self.tzinfo is None else _timedelta(0)

    def replace(
        self,
        year=None,
        month=None,
        day=None,
        hour=None,
        minute=None,
        second=None,
        microsecond=None,
        tzinfo=_ABSENT,
        *,
        fold=None,
    ):
        zone = self.tzinfo if _hw_missing(tzinfo) else _check_zone(tzinfo)
        if not self._known:
            if year is None and month is None and day is None and hour is None:
                if minute is None and second is None and microsecond is None:
                    return _datetime(self._us, False, zone)
            return _unknown_datetime(zone)
        own = self._calendar()
        return datetime_datetime(
            own[0] if year is None else year,
            own[1] if month is None else month,
            own[2] if day is None else day,
            self.hour if hour is None else hour,
            self.minute if minute is None else minute,
            self.second if second is None else second,
            self.microsecond if microsecond is None else microsecond,
            zone,
        )

    def isoformat(self, sep="T", timespec="auto"):
        if not self._known or timespec != "auto":
            return _hw_input("computed str")
        shown = datetime_date.isoformat(self) + sep + _two(self.hour) + ":" + _two(self.minute)
        shown = shown + ":" + _two(self.second)
        if self.microsecond:
            digits = str(self.microsecond)
            shown = shown + "." + "0" * (6 - len(digits)) + digits
        return shown if self.tzinfo is None else shown + "+00:00"

    def __str__(self):
        return self.isoformat(" ")

    def __add__(self, other):
        if not isinstance(other, datetime_timedelta):
            return NotImplemented
        return _datetime(self._whole() + other._us, self._known, self.tzinfo)

    def __sub__(self, other):
        if isinstance(other, datetime_timedelta):
            return _datetime(self._whole() - other._us, self._known, self.tzinfo)
        if not isinstance(other, datetime_datetime):
            return NotImplemented
        if (self.tzinfo is None) != (other.tzinfo is None):
            raise TypeError
        return _between_inputs(self._whole() - other._whole())

    def __hash__(self):
        return hash(self)

    def __eq__(self, other):
        if not isinstance(other, datetime_datetime):
            return False if isinstance(other, datetime_date) else NotImplemented
        if (self.tzinfo is None) != (other.tzinfo is None):
            return False
        return self._behind(other) == 0

    def _behind(self, other):
        if not isinstance(other, datetime_datetime):
            raise TypeError
        if (self.tzinfo is None) != (other.tzinfo is None):
            raise TypeError
        if self._year is None or other._year is None:
            return self._whole() - other._whole()
        return (self._place() - other._place()) * 86400000000 + self._us - other._us


def _datetime(us, known, zone):
    if known and not 86400000000 <= us <= 315537983999999999:
        raise OverflowError
    made = datetime_datetime(1, 1, 1)
    made._year = None
    made._us = us
    made._known = known
    made.tzinfo = zone
    return made


def _unknown_datetime(zone):
    return _datetime(_hw_input("computed int"), False, zone)


def _now(zone):
    return _datetime(_hw_input("clock us"), False, zone)


def datetime_now(tz=None):
    return _now(_check_zone(tz))


def datetime_naive_now():
    return _now(None)


def datetime_today():
    return _date(_hw_input("clock days"), False)


def datetime_strptime(date_string, format, /):
    if not isinstance(date_string, str) or not isinstance(format, str):
        raise TypeError
    if _hw_input("computed int") > 0:
        raise ValueError
    # Whether it names a time zone is not looked into.
    return _unknown_datetime(None if "%z" not in format else _hw_stop("a time zone in a text"))


def datetime_fromisoformat(date_string, /):
    if not isinstance(date_string, str):
        raise TypeError
    if _hw_input("computed int") > 0:
        raise ValueError
    if _hw_input("computed int") > 0:
        _hw_stop("a time zone in a text")
    return _unknown_datetime(None)


def date_fromisoformat(date_string, /):
    if not isinstance(date_string, str):
        raise TypeError
    if _hw_input("computed int") > 0:
        raise ValueError
    return _unknown_date()


def datetime_fromtimestamp(timestamp, tz=None):
    if not isinstance(timestamp, (int, float)):
        raise TypeError
    if _hw_input("computed int") > 0:
        raise ValueError
    if _hw_input("computed int") > 0:
        raise OverflowError
    return _unknown_datetime(_check_zone(tz))


def datetime_combine(date, time, tzinfo=_ABSENT):
    if not isinstance(date, datetime_date) or not isinstance(time, datetime_time):
        raise TypeError
    zone = time.tzinfo if _hw_missing(tzinfo) else _check_zone(tzinfo)
    known = date._known and time._known
    return _datetime(date._ordinal() * 86400000000 + time._us, known, zone)


def date_fromordinal(ordinal, /):
    _int(ordinal)
    if not 1 <= ordinal <= 3652059:
        raise ValueError
    return _date(ordinal, True)
